import { insightsOf } from '../shared/domain/conversations/insights.ts';
import { type insightsResponse, toInsight } from '../shared/http/conversation-messages.ts';
import { authorizedEndpoint } from '../shared/http/endpoint.ts';
import { daysParameters, versionParameters } from '../shared/http/parameters.ts';
import type { Answer } from '../shared/http/validate.ts';
import { createAccessRecords } from '../shared/store/access-records.ts';
import { bucketEnd } from '../shared/store/conversation-items.ts';
import { createCounterReader } from '../shared/store/conversation-reader.ts';
import { createRequestAdmission } from '../shared/store/request-admission.ts';

const MAX_DAYS = 93;

const counters = createCounterReader();

/** `GET /v1/insights`: conversation figures by day and in total, read from counters. */
export const handler = authorizedEndpoint(
  { name: 'insights', records: createAccessRecords(), admission: createRequestAdmission },
  async (request) => {
    const asked = { ...daysParameters(request, MAX_DAYS), ...versionParameters(request) };
    const counted = await counters.countsOf(request.principal.institution, asked.from, asked.to);
    const { days, total, madeUp } = insightsOf(counted, asked, bucketEnd);
    const body: Answer<typeof insightsResponse> = {
      days: days.map(({ day, ...insight }) => ({ day, ...toInsight(insight) })),
      total: toInsight(total),
      made_up: madeUp,
    };
    return { body };
  },
);
