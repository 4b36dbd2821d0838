import { expect, test } from 'vitest';
import { readTrace } from '../../../../functions/shared/http/trace.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';
const read = (...values: string[]) =>
  readTrace(new Map(values.length === 0 ? [] : [['traceparent', values]]));
const later = (length: number) => `01-${TRACE}-${SPAN}-01-${'x'.repeat(length)}`;

test.each([
  [`00-${TRACE}-${SPAN}-01`],
  [`00-${TRACE}-${SPAN}-00`],
  // A later version, which may have more fields.
  [`01-${TRACE}-${SPAN}-01`],
  [later(256 - later(0).length)],
])('a trace is named by its header and handed on as it came: %s', (traceparent) => {
  expect(read(traceparent)).toEqual({ traceparent, traceId: TRACE });
});

test.each([
  ['nothing', []],
  ['an empty one', ['']],
  ['two', [`00-${TRACE}-${SPAN}-01`, `00-${TRACE}-${SPAN}-01`]],
  ['the version that there is never', [`ff-${TRACE}-${SPAN}-01`]],
  ['more than this version has', [`00-${TRACE}-${SPAN}-01-more`]],
  ['capital letters', [`00-${TRACE.toUpperCase()}-${SPAN}-01`]],
  ['a trace of zeros', [`00-${'0'.repeat(32)}-${SPAN}-01`]],
  ['a span of zeros', [`00-${TRACE}-${'0'.repeat(16)}-01`]],
  ['a short trace', [`00-${TRACE.slice(1)}-${SPAN}-01`]],
  ['a line of its own', [`00-${TRACE}-${SPAN}-01\nx: y`]],
  ['one that is too long', [later(257 - later(0).length)]],
])('%s is not a trace', (_name, values) => {
  expect(read(...values)).toBeUndefined();
});
