import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { businessLogicRequestForm } from '../../../../engine/dialogue/business-logic/protocol.ts';
import { signedHeaders } from '../../../../functions/shared/business-logic/signature.ts';
import { readWebhookSecret } from '../../../../functions/shared/domain/institutions/webhook-secret.ts';

const guide = readFileSync(new URL('../../../../docs/BUSINESS-LOGIC.md', import.meta.url), 'utf8');
const blocks = (kind: string) =>
  [...guide.matchAll(new RegExp(`\`\`\`${kind}\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, text = '']) => text);
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const BODY = JSON.stringify({ state: 'balance', query: 'größe', slots: {} });
const NOW = 1_800_000_000;
const OTHER = Buffer.alloc(32, 8);
/** Secrets during a rotation; this server knows only the second. */
const secrets = [OTHER, readWebhookSecret(SECRET) ?? new Uint8Array()];
const headers = signedHeaders(secrets, 'qid-1', NOW, BODY);

describe('docs/BUSINESS-LOGIC.md', () => {
  it('shows a valid request', () => {
    expect(businessLogicRequestForm.safeParse(JSON.parse(blocks('json')[0] ?? '')).error).toBeUndefined();
  });

  it.skipIf(!hasPython())('checks signatures in Python', () => {
    const [python = ''] = blocks('python');
    const program = `${python}
import json, sys
case = json.load(sys.stdin)
print(json.dumps([is_signed(case["headers"], body.encode(), case["secret"], now) for body, now in case["calls"]]))
`;
    const calls = [
      [BODY, NOW],
      [`${BODY} `, NOW],
      [BODY, NOW + 301],
    ];
    const input = JSON.stringify({ headers, secret: SECRET, calls });
    const output = execFileSync('python3', ['-c', program], { input, encoding: 'utf8' });
    expect(JSON.parse(output)).toEqual([true, false, false]);
  });
});

function hasPython(): boolean {
  try {
    execFileSync('python3', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
