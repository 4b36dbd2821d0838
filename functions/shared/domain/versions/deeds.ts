/** A state of an assistant that does something when it is entered, with every way into it. */
export interface VersionDeed {
  state: string;
  competency: string;
  /**
   * What tells that it is one: its author (`declared`), a yes that leads to it (`yes`), or that the business logic is
   * asked about it right after a deed (`goes_on`).
   */
  reason: 'declared' | 'yes' | 'goes_on';
  ways: DeedWay[];
}

/** A way into a deed. */
export interface DeedWay {
  /** The state that it leads from; `root` where a query enters the deed by itself. */
  from: string;
  on: 'yes' | 'cancel' | 'no' | 'slot' | 'business_logic' | 'retries' | 'query';
  /**
   * `yes`: the question of the state it leads from has to be answered by a yes. `asked`: Parley itself asks first, with
   * all values. `closed`: it is never taken. `business_logic`: the server leads there, and is not called for it.
   * `after_deed`: the deed before it was agreed to. `none`: nobody is asked.
   */
  guard: 'yes' | 'asked' | 'closed' | 'business_logic' | 'after_deed' | 'none';
  /** The slots whose values the deed is done with, and the question does not tell. */
  unsaid: UnsaidSlot[];
}

export interface UnsaidSlot {
  slot: string;
  /** The places of the question that lack it: `en`, `en.voice`, `en.show`. */
  in: string[];
  /** True where the question has data of the business logic, which may tell it. */
  perhaps: boolean;
}
