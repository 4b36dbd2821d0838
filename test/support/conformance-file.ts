import { vi } from 'vitest';
import { joinService } from './shared-service.ts';

// The suite publishes assistants to ask about the service: the one that the service starts with is trained whole.
vi.mock('../../authoring/train.ts', async (original) =>
  (await import('./quick-training.ts')).quickTraining(original),
);

await joinService();
