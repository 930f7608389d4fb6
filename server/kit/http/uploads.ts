/** Multipart forms: files are streamed into a folder for temporary files and deleted with the end of their request. */

import { randomUUID } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import multipart, { type Multipart } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { checkText, FORBIDDEN_NAMES } from './body.ts';
import { AppError } from './errors.ts';

const LIMITS = { parts: 100, files: 4, fields: 50, fieldNameSize: 100, fieldSize: 64 * 1024, headerPairs: 20 };
const REPLACEMENT = '\uFFFD';
const LEFTOVER_MS = 24 * 3600 * 1000;

/** A file on disk; its bytes are read when they are asked for. */
export class UploadedFile extends File {
  readonly path: string;
  constructor(bytes: Blob, { name, type, path }: { name: string; type: string; path: string }) {
    super([bytes], name, { type });
    this.path = path;
  }
}

const folderOf = ({ dataDir }: { dataDir: string }) => join(dataDir, 'uploads');

/** Lets `run` use bytes that came in another way as a file, which is deleted afterwards. */
export async function withTemporaryFile<T>(
  config: { dataDir: string },
  bytes: Uint8Array,
  run: (file: UploadedFile) => Promise<T>,
): Promise<T> {
  const path = join(folderOf(config), randomUUID());
  await mkdir(folderOf(config), { recursive: true });
  try {
    await writeFile(path, bytes);
    return await run(new UploadedFile(await openAsBlob(path), { name: 'foto', type: '', path }));
  } finally {
    await rm(path, { force: true });
  }
}

/** A scope of its own: other routes do without the hooks of the plugin. */
export async function routeWithUploads(
  scope: FastifyInstance,
  route: RouteOptions,
  config: { dataDir: string },
): Promise<void> {
  await scope.register(multipart);
  scope.route({
    ...route,
    preValidation: async (request) => {
      if (!request.isMultipart()) return;
      const { maxBytes = 0, maxFileBytes = maxBytes } = request.routeOptions.config.endpoint ?? {};
      if (Number(request.headers['content-length']) > maxBytes) throw new AppError(413, 'input.tooLarge');
      try {
        request.body = await readForm(request, { folder: folderOf(config), fileSize: maxFileBytes });
      } catch (error) {
        // What is still on its way is dropped, so that the client reads the answer.
        request.raw.unpipe().resume();
        throw error;
      }
    },
  });
}

/** Fields as strings and files as `UploadedFile`s; duplicate names are refused. */
async function readForm(
  request: FastifyRequest,
  { folder, fileSize }: { folder: string; fileSize: number },
): Promise<Record<string, string | UploadedFile>> {
  await mkdir(folder, { recursive: true });
  const { files, values } = await request
    .saveRequestFiles({ tmpdir: folder, limits: { ...LIMITS, fileSize } })
    .catch((error: { code?: string; statusCode?: number }) => {
      if (error.code === 'FST_REQ_FILE_TOO_LARGE') {
        throw new AppError(413, 'input.fileTooLarge', {
          values: { megabytes: String(Math.round(fileSize / 1024 ** 2)) },
        });
      }
      // Errors of the file system have a number.
      throw 'errno' in error ? error : new AppError(400, 'input.malformed');
    });
  const form: Record<string, string | UploadedFile> = Object.create(null);
  for (const [name, value] of Object.entries(values as Record<string, Multipart | Multipart[] | undefined>)) {
    if (Array.isArray(value) || value === undefined || FORBIDDEN_NAMES.has(name)) throw malformed();
    if (value.type === 'file') continue;
    if (value.valueTruncated) throw malformed();
    const text = typeof value.value === 'string' ? value.value : JSON.stringify(value.value);
    checkField(name, text);
    form[name] = text;
  }
  for (const { fieldname, filename = '', mimetype, filepath } of files) {
    checkField(fieldname, filename);
    const bytes = await openAsBlob(filepath);
    form[fieldname] = new UploadedFile(bytes, { name: filename, type: mimetype, path: filepath });
  }
  return form;
}

const malformed = () => new AppError(400, 'input.malformed');

function checkField(name: string, text: string): void {
  for (const each of [name, text]) {
    checkText(each);
    if (each.includes(REPLACEMENT)) throw new AppError(400, 'input.encoding');
  }
}

/** Deletes what a stopped process left behind. */
export async function deleteOldUploads(config: { dataDir: string }): Promise<void> {
  const folder = folderOf(config);
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found && Date.now() - found.mtimeMs > LEFTOVER_MS) await rm(path, { recursive: true, force: true });
  }
}
