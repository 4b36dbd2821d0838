import { vi } from 'vitest';
import { joinService } from './shared-service.ts';

// Assistants that the suite publishes are trained quickly; the service's own one is trained completely.
vi.mock('../../authoring/train.ts', async (original) =>
  (await import('./quick-training.ts')).quickTraining(original),
);

await joinService();
