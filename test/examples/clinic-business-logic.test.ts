import { describe, expect, it } from 'vitest';
import { createClinic } from '../../examples/clinic-assistant/business-logic/clinic.ts';
import { PRACTITIONERS } from '../../examples/clinic-assistant/business-logic/people.ts';
import { findOpenings, SLOT_MINUTES } from '../../examples/clinic-assistant/business-logic/schedule.ts';
import { createServer } from '../../examples/clinic-assistant/business-logic/server.ts';
import { readRequest } from '../../examples/clinic-assistant/business-logic/wire.ts';
import { listen } from './bank-client.ts';

type Json = Record<string, unknown>;
type Wire = Record<string, { values: Json[] }>;

const NOW = Date.UTC(2026, 2, 18, 9, 30);
const value = (tokens: string, fields: Json) => ({ values: [{ tokens, status: 'EXTRACTED', ...fields }] });

/** Creates a clinic, and returns the function by which its one patient asks it. */
function patient() {
  const clinic = createClinic(() => NOW);
  let turns = 0;
  return (state: string, slots: Json, more: Json = {}) => {
    turns += 1;
    const body = {
      qid: `q-${turns}`,
      external_user_id: 'ana',
      language: 'en',
      state,
      slots,
      session_info: {},
      ...more,
    };
    const answer = clinic(readRequest(JSON.stringify(body)));
    return answer as {
      state: string;
      slots: Wire;
      response_slots: Json;
      session_info: Json;
      event_list: Json[];
    };
  };
}

const only = (wire: Wire, name: string) => wire[name]?.values[0];

describe('the calendar', () => {
  const all = findOpenings({
    practitioners: PRACTITIONERS,
    firstDay: '2026-03-16',
    lastDay: '2026-04-12',
    notBefore: { date: '2026-03-16', time: '00:00' },
    taken: [],
    limit: 10_000,
  });

  it('has slots of twenty minutes within each practitioner’s hours, and none on Sundays', () => {
    expect(all.length).toBeGreaterThan(1000);
    for (const { practitioner, date, time } of all) {
      const minutes = Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
      expect((minutes - practitioner.from) % SLOT_MINUTES).toBe(0);
      expect(minutes).toBeGreaterThanOrEqual(practitioner.from);
      expect(minutes + SLOT_MINUTES).toBeLessThanOrEqual(practitioner.to);
      expect(new Date(date).getUTCDay()).not.toBe(0);
    }
  });

  it('offers no past times, and no time that the patient has already taken', () => {
    const day = { firstDay: '2026-03-18', lastDay: '2026-03-18', practitioners: PRACTITIONERS, limit: 500 };
    const noon = { date: '2026-03-18', time: '12:00' };
    const open = findOpenings({ ...day, notBefore: noon, taken: [] });
    expect(open.every(({ time }) => time > '12:00')).toBe(true);
    const [first] = open;
    const taken = first === undefined ? [] : [first];
    const left = findOpenings({ ...day, notBefore: noon, taken });
    expect(left.filter(({ time }) => time === first?.time)).toEqual([]);
  });
});

describe('the server', () => {
  it('confirms a free time, fills in its practitioner, and reports the confirmation in the events', () => {
    const answer = patient()('book', {
      _DEPARTMENT_: value('heart doctor', { value: 'cardiology' }),
      _DAY_: value('the 24th', { value: '2026-03-24', end: '2026-03-24' }),
      _TIME_: value('1:20', { value: '13:20' }),
    });
    expect(only(answer.slots, '_TIME_')).toMatchObject({ status: 'CONFIRMED', value: '13:20' });
    expect(only(answer.slots, '_PRACTITIONER_')).toMatchObject({ tokens: '', value: 'ochoa' });
    expect(answer.event_list).toContainEqual({ slot: '_TIME_', index: 0, new_status: 'CONFIRMED' });
  });

  it('rejects a time that is taken and offers those around it', () => {
    const answer = patient()('book', {
      _DEPARTMENT_: value('cardiology', { value: 'cardiology' }),
      _DAY_: value('the 24th', { value: '2026-03-24', end: '2026-03-24' }),
      _TIME_: value('4', { value: '16:00' }),
    });
    expect(only(answer.slots, '_TIME_')).toMatchObject({ status: 'REJECTED', error: '4:00 PM is not free.' });
    expect(answer.response_slots.offers).toHaveLength(4);
  });

  it('lets the service map a name that two doctors share, and accepts the mapped value', () => {
    const say = patient();
    const first = say('book', { _PRACTITIONER_: value('Dr Luis Reyes', { value: 'reyes' }) });
    expect(first.slots._PRACTITIONER_).toMatchObject({
      candidates: [{ value: 'ana_reyes' }, { value: 'luis_reyes' }],
      mappings: [{ values: { luis_reyes: ['Dr Luis Reyes'] } }],
    });
    const mapped = {
      _PRACTITIONER_: { values: [{ tokens: 'Dr Luis Reyes', status: 'MAPPED', value: 'luis_reyes' }] },
    };
    expect(only(say('book', mapped).slots, '_DEPARTMENT_')).toMatchObject({ value: 'dermatology' });
  });

  it('books once if a call is repeated', () => {
    const say = patient();
    const slots = {
      _PRACTITIONER_: value('Ochoa', { value: 'ochoa' }),
      _DAY_: value('the 24th', { value: '2026-03-24' }),
      _TIME_: value('1:20', { value: '13:20' }),
    };
    say('booked', slots, { qid: 'same' });
    say('booked', slots, { qid: 'same' });
    expect(say('appointments', {}).response_slots.count).toBe(1);
  });

  it('answers a state that it does not know as it came', () => {
    const slots = { _EMAIL_: value('a@example.com', { value: 'a@example.com' }) };
    expect(patient()('contact', slots)).toMatchObject({ state: 'contact', slots, event_list: [] });
  });
});

describe('the wire', () => {
  it('answers programs, but refuses pages in a browser', async () => {
    const server = createServer({ now: () => NOW });
    const url = await listen(server);
    const body = JSON.stringify({ qid: 'q', external_user_id: 'ana', state: 'elsewhere', slots: {} });
    const statusOf = async (headers: Record<string, string>) =>
      (await fetch(url, { method: 'POST', body, headers })).status;
    expect([await statusOf({}), await statusOf({ origin: 'https://evil.example' })]).toEqual([200, 403]);
    server.close();
  });
});
