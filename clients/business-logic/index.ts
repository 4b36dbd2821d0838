export { createHandler, type HandlerOptions, NotDone, serve } from './handler.ts';
export { createOnce, type Once } from './once.ts';
export {
  type BusinessLogicAnswer,
  type BusinessLogicRequest,
  InvalidRequest,
  isObject,
  type JsonObject,
  readRequest,
  type Slot,
  type SlotValue,
  slotName,
} from './protocol.ts';
export { isSigned, type SignedRequest, TOLERANCE_SECONDS } from './signature.ts';
