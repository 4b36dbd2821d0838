import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { App } from 'aws-cdk-lib';
import { checkSettings, type GivenSettings } from '../settings.ts';
import { ParleyStack } from '../stack.ts';
import type { StackTemplate } from './bill.ts';

/** The template of a deployment with these settings, without function bundles. */
export function synthesised(given: GivenSettings = {}): StackTemplate {
  const outdir = mkdtempSync(path.join(tmpdir(), 'parley-cost-'));
  try {
    const app = new App({ outdir, context: { 'aws:cdk:bundling-stacks': [] } });
    new ParleyStack(app, 'Parley', { settings: checkSettings({ alarmTopicArn: 'none', ...given }) });
    return app.synth().getStackByName('Parley').template as StackTemplate;
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
}
