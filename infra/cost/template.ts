import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { App } from 'aws-cdk-lib';
import { checkSettings, type GivenSettings } from '../settings.ts';
import { ParleyStack } from '../stack.ts';
import { readStacks, type StackTemplate, wholeTemplate } from '../whole-template.ts';

/** The template of a deployment with these settings, nested stacks included, without function bundles. */
export function synthesised(given: GivenSettings = {}): StackTemplate {
  const outdir = mkdtempSync(path.join(tmpdir(), 'parley-cost-'));
  try {
    const app = new App({ outdir, context: { 'aws:cdk:bundling-stacks': [] } });
    new ParleyStack(app, 'Parley', { settings: checkSettings({ alarmTopicArn: 'none', ...given }) });
    app.synth();
    return wholeTemplate(readStacks(outdir, 'Parley'));
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
}
