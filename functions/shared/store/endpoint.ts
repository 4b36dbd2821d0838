/** The address and credentials with which an AWS client reaches another implementation of its service. */
export interface LocalService {
  endpoint: string;
  region: string;
  credentials: { accessKeyId: string; secretAccessKey: string };
}

/**
 * Reads the address of another implementation than AWS's. A user name in it (`http://KEY@127.0.0.1:8000`) is the access
 * key id that the server lets in; one that lets in anybody needs none.
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
