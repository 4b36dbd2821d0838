import { expect, test } from 'vitest';
import { createAccessRecorder } from '../../../local/lambda/access.ts';
import type { DeployedFunction } from '../../../local/lambda/deployment.ts';

test.each([
  [true, { statusCode: 200 }],
  [true, { statusCode: 303 }],
  [true, { isAuthorized: true }],
  [true, null],
  [false, { statusCode: 403 }],
  [false, { statusCode: 503 }],
])('reports %s for whether a function has answered after it returned %j', (answered, result) => {
  const definition: DeployedFunction = {
    name: 'query',
    codeFolder: '',
    handler: '',
    environment: {},
    memoryMegabytes: 128,
    timeoutSeconds: 3,
    statements: [],
  };
  const recorder = createAccessRecorder();
  expect(recorder.report([definition])).toMatchObject({ query: { answered: false } });
  recorder.returned(definition, result);
  expect(recorder.report([definition])).toMatchObject({ query: { answered } });
});
