import { setTimeout } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { type DraftJob, Parley } from '../../clients/typescript/index.ts';
import { sharedService } from '../support/shared-service.ts';
import { COMPETENCIES, MISSED, SETTINGS } from './support/desk.ts';
import { baseUrl, canOperate, hasBusinessLogic, useTenant } from './support/parley.ts';

// The test trains twice.
vi.setConfig({ testTimeout: 300_000 });

const ana = useTenant();

describe.runIf(canOperate() && hasBusinessLogic())('a program with only its credentials', () => {
  test('creates, tests, improves, publishes, rolls out and rolls back an assistant', async () => {
    const { institution: _, client_id: clientId, client_secret: clientSecret, ...user } = ana.account();
    const credential = { clientId, clientSecret, serviceUserId: user.service_user_id };
    const parley = new Parley({ baseUrl: baseUrl(), credential });
    const publish = async (revision: number): Promise<DraftJob> => {
      await parley.publishDraft('shop', { revision });
      for (;;) {
        const job = await parley.readDraftJob('shop');
        if (job.state !== 'training') return job;
        await setTimeout(200);
      }
    };
    const ask = async (query: string) =>
      (await parley.query({ query, external_user_id: 'end-user-1', dialog_seed: 'end-user-1' })).visuals;

    const files: Record<string, string> = { 'assistant.yaml': SETTINGS };
    for (const [name, text] of Object.entries(COMPETENCIES)) files[`competencies/${name}.yaml`] = text;
    await parley.writeDraft('shop', { revision: 0, files });
    // The check finds errors while the business-logic server is unset.
    expect(await parley.checkDraft('shop')).toMatchObject({ errors: 2 });
    const url = sharedService().echoServer;
    await parley.changeBusinessLogic('BLS_URL', { action: 'set_url', url });
    const { secret } = await parley.changeBusinessLogic('BLS_SECRET', { action: 'rotate_secret' });
    expect(secret).toMatch(/^whsec_/);
    expect(await parley.checkDraft('shop')).toMatchObject({ errors: 0 });
    const first = await publish(1);
    expect(first).toMatchObject({ state: 'published', play: { comparison: 'none' } });
    await parley.assignVersion({ application: 'default', ai_version: first.ai_version ?? '' });

    expect((await ask('何時に開きますか')).speakableResponse).toBe('九時から六時までです。');
    expect((await ask('レポートを送って')).speakableResponse).toContain('レポート');
    expect((await ask(MISSED)).speakableResponse).toBe('お店のことだけ分かります。');

    const missed = async () =>
      (await parley.listUnhandled()).groups.find(({ examples }) => examples.includes(MISSED));
    await expect.poll(missed).toBeDefined();
    const group = await missed();
    const session = group?.turns[0]?.session_id ?? '';
    const [found] = (await parley.searchConversations({ text: 'KLARNA' })).found;
    expect(found).toMatchObject({ session_id: session, said_by: 'user' });
    const phrase = { phrases: [MISSED], kind: 'utterance' as const, name: 'payment', language: 'ja' };
    const [trial] = (await parley.tryInDraft('shop', phrase)).phrases;
    expect(trial?.now?.label).not.toBe('payment');

    const mended = COMPETENCIES.payment.replace('支払い方法]', `支払い方法, ${MISSED}]`);
    await parley.writeDraft('shop', {
      revision: 1,
      files: { 'competencies/payment.yaml': mended },
      accepts: true,
    });
    expect((await parley.writeConversationTest(session)).text).toContain(MISSED);
    const second = await publish(2);
    expect(second).toMatchObject({
      state: 'published',
      play: {
        compared_with: first.ai_version,
        sentences: { played: 1, right: 1, right_before: 0 },
        conversations: { played: 1, better: { count: 1 }, verdict: 'open' },
      },
    });
    const version = second.ai_version ?? '';
    await parley.noteVersion({ ai_version: version, note: 'Knows Klarna.' });
    const canary = await parley.assignVersion({
      application: 'default',
      ai_version: version,
      canary_percent: 10,
    });
    expect(canary).toMatchObject({
      ai_version: first.ai_version,
      canary: { ai_version: version, percent: 10 },
    });
    await parley.assignVersion({ application: 'default', ai_version: version });
    const after = await parley.query({ query: MISSED, external_user_id: 'end-user-2' });
    expect(after.visuals.speakableResponse).toBe('カードか現金です。');
    expect(await parley.rollBackVersion('default')).toMatchObject({ canary: { percent: 10 } });

    const { changes } = await parley.listChanges({ limit: 20 });
    expect(
      changes.map(({ action, percent }) => [action, percent].filter((part) => part !== null).join(' ')),
    ).toEqual(
      expect.arrayContaining([
        'version.roll-back 10',
        'version.assign 10',
        'version.note',
        'draft.accept',
        'business-logic.set',
      ]),
    );
  });
});
