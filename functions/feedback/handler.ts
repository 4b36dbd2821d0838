import { randomBytes } from 'node:crypto';
import { giveFeedback } from '../shared/domain/conversations/feedback.ts';
import { jsonBody } from '../shared/http/body.ts';
import { feedbackRequest, type feedbackResponse } from '../shared/http/conversation-messages.ts';
import { authorizedEndpoint } from '../shared/http/endpoint.ts';
import { type Answer, validate } from '../shared/http/validate.ts';
import { createAccessRecords } from '../shared/store/access-records.ts';
import { createFeedbackStore } from '../shared/store/conversation-feedback.ts';
import { deploymentKey } from '../shared/store/deployment-key.ts';
import { createRequestAdmission } from '../shared/store/request-admission.ts';
import { readSecret } from '../shared/store/secrets-manager.ts';

const feedback = createFeedbackStore({ deploymentKey: deploymentKey(readSecret), random: randomBytes });

/** `POST /v1/feedback`: rates an answer or a whole session. */
export const handler = authorizedEndpoint(
  { name: 'feedback', records: createAccessRecords(), admission: createRequestAdmission },
  async (request) => {
    const { session_id, qid, rating, words } = validate(feedbackRequest, jsonBody(request).body);
    const given = {
      sessionId: session_id,
      rating,
      ...(qid ? { qid } : {}),
      ...(words ? { words } : {}),
    };
    const { wordsKept } = await giveFeedback(feedback, request.principal, given, request.now);
    const body: Answer<typeof feedbackResponse> = {
      session_id,
      qid: qid ?? null,
      rating,
      words_kept: wordsKept,
    };
    return { body };
  },
);
