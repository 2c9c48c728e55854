/**
 * Copies vectors to rotate that are still in the caller's memory, before the caller can change them.
 */
import type { RotateRequest } from './rotate.js';

export const isRotation = (request: object): request is RotateRequest => 'x' in request && 'side' in request;

export function ownVectors(request: object): void {
  if (!isRotation(request) || request.own === true) return;
  request.own = true;
  request.x = { ...request.x, data: request.x.data.slice() };
}
