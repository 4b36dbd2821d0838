/** A state of an assistant in which a deed is done, with every way into it. */
export interface VersionDeed {
  state: string;
  competency: string;
  /**
   * Why the state is a deed: its author declared it (`declared`), a yes leads to it (`yes`), or its business logic is
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
   * What the user confirms before the deed. `yes`: the state's question. `asked`: a question of Parley that names all
   * values. `closed`: this way is never taken. `business_logic`: the server leads there without another call.
   * `after_deed`: an earlier yes covers it. `none`: nothing.
   */
  guard: 'yes' | 'asked' | 'closed' | 'business_logic' | 'after_deed' | 'none';
  /** Slots that the deed uses but the question does not mention. */
  unsaid: UnsaidSlot[];
}

export interface UnsaidSlot {
  slot: string;
  /** Where the question lacks the slot: `en`, `en.voice`, `en.show`. */
  in: string[];
  /** True if the question contains business-logic data, which may mention the slot. */
  perhaps: boolean;
}
