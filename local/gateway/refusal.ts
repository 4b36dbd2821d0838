import type { GatewayResponseType } from '../../infra/gateway-responses.ts';

/** An answer that the gateway gives itself. `status` only where the type's own leaves it open. */
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
