/** A state of an assistant in which a deed is done, with every way into it. */
export interface VersionDeed {
  state: string;
  competency: string;
  /**
   * Why the state is a deed: its author said so (`declared`), a yes leads to it (`yes`), or its business logic is
   * called right after another deed (`goes_on`).
   */
  reason: 'declared' | 'yes' | 'goes_on';
  ways: DeedWay[];
}

/** A way into a deed. */
export interface DeedWay {
  /** The state from which it leads; `root` if a query enters the deed directly. */
  from: string;
  on: 'yes' | 'cancel' | 'no' | 'slot' | 'business_logic' | 'retries' | 'query';
  /**
   * `yes`: the state's question must be answered with yes. `asked`: Parley asks first, naming all values. `closed`:
   * never taken. `business_logic`: the server leads there, without another call. `after_deed`: the deed before it was
   * agreed to. `none`: nobody is asked.
   */
  guard: 'yes' | 'asked' | 'closed' | 'business_logic' | 'after_deed' | 'none';
  /** Slots that the deed uses but the question does not name. */
  unsaid: UnsaidSlot[];
}

export interface UnsaidSlot {
  slot: string;
  /** Where the question lacks the slot: `en`, `en.voice`, `en.show`. */
  in: string[];
  /** True if the question contains business-logic data, which may name it. */
  perhaps: boolean;
}
