/** Placeholders in examples for secrets and changing values, by field name. */
const MASKS: Readonly<Record<string, unknown>> = {
  access_token: 'mT4yq0sW8ZbN2xKcR6vJ1hLgD9aPfU',
  token: 'mT4yq0sW8ZbN2xKcR6vJ1hLgD9aPfU',
  exp: 1_769_896_800,
  iat: 1_769_860_800,
  refresh_token: 'Qe7Xo3iVnB5tHkC0wYzM8rSjG2uAdL',
  key: 'cak_example0example0example0example0exam',
  id: '0b9f8f0e-6a3d-4f0e-9a51-3a5c1f7d2e60',
  deleted: '0b9f8f0e-6a3d-4f0e-9a51-3a5c1f7d2e60',
  created_at: '2026-01-31T12:00:00.000Z',
  client_id: 'demo-bank.Zk3vQ8sT1xYb6LmN0aRw',
  code: 'c9Rt2yVx6Lq0ZwKe4UoB7nHs5JdPfM',
  // From RFC 7636, appendix B.
  code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
  client_secret: 'a client secret of 40 characters',
  password: 'correct horse battery staple',
  qid: '5f0c2b1e-9d47-4c8a-8f36-71d2e4a9b0c3',
  session_id: 'c1a7d8e2-3b64-4f95-a0de-8b52f6c7d914',
  dialog: 'x7Kp2mVd9QwR4tYzB1nHs6LgJ3cFa8',
  dialog_seed: 'a random text, such as a UUID',
  ai_version: '9e107d9d-372b-4b68-8d5a-1c0f2e3a4b5c',
  request_id: '7b1f4c3e-5d02-4e6a-9c18-2a8d6f0b3e57',
  job: '3d8e5a71-4c2f-4b96-8e0d-7f1b6a9c2d54',
  started_at: '2026-01-31T12:00:00.000Z',
  milliseconds: 12,
  p50: 12,
  p99: 48,
  at: '2026-01-31T12:00:00.000Z',
  began_at: '2026-01-31T12:00:00.000Z',
  last_at: '2026-01-31T12:00:00.000Z',
  assigned_at: '2026-01-31T12:00:00.000Z',
  assigned_by: 'demo-user',
  created_by: 'demo-user',
  updated_at: '2026-01-31T12:00:00.000Z',
  day: '2026-01-31',
  next_cursor: 'Vb3nQx8s',
  cursor: 'c1a7d8e2-3b64-4f95-a0de-8b52f6c7d914.1',
};

/** Placeholders for parts of a conversation test and of its path, for fingerprints, and for a laptop's own servers. */
const WITHIN: readonly (readonly [pattern: RegExp, placeholder: string])[] = [
  [/(?<=\bSession )[0-9a-f-]{36}/g, 'c1a7d8e2-3b64-4f95-a0de-8b52f6c7d914'],
  [/(?<=\bsession-)[0-9a-f]{8}(?=\.yaml)/g, 'c1a7d8e2'],
  [/(?<=^now: )[\dT:-]{16}$/gm, '2026-01-31T12:00'],
  [/^[0-9a-f]{16}$/g, '1f3870be274f6c49'],
  [/^http:\/\/127\.0\.0\.1:\d+\/$/g, 'https://logic.example/parley'],
];

/**
 * The value with every secret and id replaced by its field name, at any depth. The business logic's own answer is
 * left out, since it repeats the request's ids.
 */
export function mask(value: unknown, demo: { base_url: string }, endUser: string): unknown {
  if (Array.isArray(value)) return value.map((item) => mask(item, demo, endUser));
  if (typeof value === 'string') {
    const shown = value.replaceAll(endUser, 'customer-1').replaceAll(demo.base_url, 'https://parley.example');
    return WITHIN.reduce((text, [pattern, placeholder]) => text.replaceAll(pattern, placeholder), shown);
  }
  if (typeof value === 'number') return Math.round(value * 100) / 100;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([name]) => name !== 'bl_resp');
  return Object.fromEntries(
    entries.map(([name, item]) => [name, isMasked(name, item) ? MASKS[name] : mask(item, demo, endUser)]),
  );
}

/** A filter's key is shown unmasked. */
const isMasked = (name: string, item: unknown): boolean =>
  name in MASKS && !(typeof item === 'object') && (name !== 'key' || String(item).startsWith('cak_'));
