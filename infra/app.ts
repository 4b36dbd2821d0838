import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { buildEncoder } from '../engine/train/encoder/build.ts';
import { EncoderError } from '../engine/train/encoder/choice.ts';
import { deployedEncoder, readSettings, SettingsError } from './settings.ts';
import { ParleyStack } from './stack.ts';

/** Synthesises the deployment from the settings in the CDK context. */
const app = new App();
Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
try {
  const settings = readSettings(app.node.getAllContext());
  await buildEncoder(deployedEncoder(settings));
  new ParleyStack(app, settings.stackName, { settings });
} catch (error) {
  if (!(error instanceof SettingsError || error instanceof EncoderError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
