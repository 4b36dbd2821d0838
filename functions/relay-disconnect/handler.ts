import { socketRoute } from '../shared/http/socket.ts';
import { createConnectionStore } from '../shared/store/connections.ts';

const connections = createConnectionStore();

/** `$disconnect`: forgets a connection. What becomes of the call, its gateway tells. */
export const handler = socketRoute('relay-disconnect', async ({ requestContext: { connectionId } }) => {
  const connection = await connections.find(connectionId);
  if (connection !== undefined) await connections.remove(connection);
  return 200;
});
