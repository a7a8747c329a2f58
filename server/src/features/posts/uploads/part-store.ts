import { createWriteStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { DataStore, ERRORS, Upload } from '@tus/server'
import { and, eq, isNull } from 'drizzle-orm'
import { invalid } from '#errors.ts'
import { type Intake, stopWhenFull } from '#media/intake.ts'
import type { Services } from '#services.ts'
import { arrivedBytes, makePartsFolder, partPath, removePart } from './parts.ts'
import { uploads } from './upload-schema.ts'

type Deps = Pick<Services, 'db' | 'clock' | 'config'> & { intake: Intake }

/** The tus store of one person's uploads; others do not exist here. File metadata from the client is ignored. */
export class PartStore extends DataStore {
  readonly services: Deps
  readonly personId: string

  constructor(services: Deps, personId: string) {
    super()
    this.services = services
    this.personId = personId
    this.extensions = ['creation', 'termination']
  }

  override async create(upload: Upload): Promise<Upload> {
    const { db, clock } = this.services
    if (!upload.size) throw invalid('Please select a file to upload.')
    await makePartsFolder(this.services)
    await db
      .insert(uploads)
      .values({ id: upload.id, personId: this.personId, bytes: upload.size, createdAt: clock.now() })
    await writeFile(partPath(this.services, upload.id), '', { flag: 'wx', mode: 0o600 })
    return upload
  }

  override async getUpload(id: string): Promise<Upload> {
    const [row] = await this.services.db
      .select()
      .from(uploads)
      .where(and(eq(uploads.id, id), eq(uploads.personId, this.personId)))
    if (!row) throw ERRORS.FILE_NOT_FOUND
    const offset = row.postId ? row.bytes : await arrivedBytes(this.services, id)
    if (offset === null) throw ERRORS.FILE_NO_LONGER_EXISTS
    return new Upload({ id, size: row.bytes, offset, creation_date: row.createdAt.toISOString() })
  }

  override async write(readable: Readable, id: string, offset: number): Promise<number> {
    const { intake } = this.services
    const written = createWriteStream(partPath(this.services, id), {
      flags: 'r+',
      start: offset,
      flush: true,
    })
    try {
      await pipeline(readable, (source) => stopWhenFull(source, intake), written)
      return offset + written.bytesWritten
    } catch (error) {
      // Wait for pending writes, because the next request reads the file size as its offset.
      if (!written.closed) await new Promise<void>((close) => written.destroy().once('close', close))
      throw error
    }
  }

  override async remove(id: string): Promise<void> {
    const [removed] = await this.services.db
      .delete(uploads)
      .where(and(eq(uploads.id, id), eq(uploads.personId, this.personId), isNull(uploads.postId)))
      .returning({ id: uploads.id })
    if (!removed) throw ERRORS.FILE_NOT_FOUND
    await removePart(this.services, id)
  }
}
