import { createServer } from 'node:http';
import { openOperator } from '../../../cli/operator.ts';
import { setServer } from '../../../functions/shared/domain/institutions/business-logic-changes.ts';
import { useServer } from '../../support/server.ts';
import { publishAssistant } from './parley.ts';

/** Number of boxes whose order takes long. */
export const SLOW_BOXES = 5;
const SLOW_MS = 4500;

/** Starts the business-logic server of the telephone's assistant, which records its orders. */
export function useBoxShop() {
  const done: number[] = [];
  const origin = useServer(
    createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      const { state, slots } = JSON.parse(body);
      const boxes = state === 'ordered' ? slots._BOXES_.values[0].value : 0;
      if (boxes > 0) done.push(boxes);
      const answer = () => response.writeHead(200, { 'Content-Type': 'application/json' }).end(body);
      setTimeout(answer, boxes === SLOW_BOXES ? SLOW_MS : 0);
    }),
  );
  return {
    /** Counts the orders of this many boxes; each test orders a different number. */
    timesOrdered: (boxes: number) => done.filter((many) => many === boxes).length,
    /** Publishes the telephone's assistant for an institution, with this shop behind it. */
    async serve(institution: string) {
      await publishAssistant(institution, { source: new URL('../telephone', import.meta.url) });
      const operator = await openOperator();
      try {
        await setServer(operator, { institution }, 'BLS_CONFORMANCE_URL', { url: `${origin()}/shop` });
      } finally {
        operator.close();
      }
    },
  };
}
