/** Address and credentials of another implementation of an AWS service. */
export interface LocalService {
  endpoint: string;
  region: string;
  credentials: { accessKeyId: string; secretAccessKey: string };
}

/**
 * Reads such an address. A user name in it (`http://KEY@127.0.0.1:8000`) is the access key id that the server requires;
 * a server without access control needs none.
 */
export function localService(address: string): LocalService {
  const url = new URL(address);
  const accessKeyId = decodeURIComponent(url.username) || 'local';
  url.username = '';
  return {
    endpoint: url.href,
    region: 'local',
    credentials: { accessKeyId, secretAccessKey: 'local' },
  };
}
