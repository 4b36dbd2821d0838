/** Something that a user has booked. */
export interface Appointment {
  id: string;
  practitioner: string;
  date: string;
  time: string;
  patient: string;
}

/** The appointments of everybody who has talked to the clinic since it started, in memory. */
export class Diary {
  readonly #byUser = new Map<string, Appointment[]>();

  /** The earliest first. */
  of(user: string): readonly Appointment[] {
    return [...(this.#byUser.get(user) ?? [])].sort((a, b) =>
      `${a.date} ${a.time}`.localeCompare(`${b.date} ${b.time}`),
    );
  }

  find(user: string, id: unknown): Appointment | undefined {
    return this.of(user).find((one) => one.id === id);
  }

  /** Adds an appointment, or puts it in the place of the one with its id: a repeated call changes nothing. */
  put(user: string, appointment: Appointment): void {
    this.remove(user, appointment.id);
    this.#byUser.set(user, [...(this.#byUser.get(user) ?? []), appointment]);
  }

  remove(user: string, id: string): void {
    this.#byUser.set(
      user,
      (this.#byUser.get(user) ?? []).filter((one) => one.id !== id),
    );
  }
}
