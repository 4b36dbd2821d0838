import type { GatewayResponseType } from '../../infra/gateway-responses.ts';

/** An answer from the gateway itself. `status` applies only if the type has no status of its own. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly type: GatewayResponseType;
  readonly status: number | undefined;

  constructor(type: GatewayResponseType, status?: number) {
    super(type);
    this.type = type;
    this.status = status;
  }
}
