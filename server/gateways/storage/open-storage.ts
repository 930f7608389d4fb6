/** The configured storage. The client of S3 is loaded only where it is used. */
import { join } from 'node:path';
import type { Config } from '#server/config.ts';
import { diskStorage } from './disk.ts';
import type { Storage } from './storage.ts';

export async function openStorage({ dataDir, s3 }: Pick<Config, 'dataDir' | 's3'>): Promise<Storage> {
  if (s3 === null) return diskStorage(join(dataDir, 'media'));
  const { s3Storage } = await import('./s3.ts');
  return s3Storage(s3);
}
