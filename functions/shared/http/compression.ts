import { gzipSync } from 'node:zlib';
import type { ApiResponse } from './endpoint.ts';
import type { ApiRequest } from './request.ts';

export interface StaticText {
  text: string;
  compressed: Uint8Array;
}

export const staticText = (text: string): StaticText => ({ text, compressed: gzipSync(text, { level: 9 }) });

/** The text, compressed if the caller accepts it, with the right headers. */
export function staticAnswer(
  { text, compressed }: StaticText,
  { headers }: Pick<ApiRequest, 'headers'>,
): Required<Pick<ApiResponse, 'headers' | 'body'>> {
  const gzip = acceptsGzip(headers.get('accept-encoding')?.join() ?? '');
  return {
    headers: { Vary: 'Accept-Encoding', ...(gzip && { 'Content-Encoding': 'gzip' }) },
    body: gzip ? compressed : text,
  };
}

/** RFC 9110 §12.5.3. */
const acceptsGzip = (accepted: string): boolean =>
  accepted.split(',').some((coding) => {
    const [name = '', quality = '1'] = coding.trim().split(/\s*;\s*q=/i);
    return name.toLowerCase() === 'gzip' && Number(quality) > 0;
  });
