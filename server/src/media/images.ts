import { type ChildProcess, fork } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyBaseLogger } from 'fastify'
import { Refusal, unavailable } from '#errors.ts'
import { type Bounds, openFairQueue } from '#concurrency/fair-queue.ts'
import { storageFull } from './storage-errors.ts'
import {
  type AsGif,
  isRenderResponse,
  type RenderResponse,
  type RenderedImage,
  sizeCount,
  type Sizes,
} from './image-work.ts'

/** The square of at most `side` pixels that is made of a person's picture. */
export type Avatar = { side: number; ownerId: string }

/** Makes the sizes of a picture, in a process of its own. */
export type Images = {
  /**
   * Renders the picture at `path` into files at paths from `newPath`, with `avatar` into one square; the caller stores or
   * discards them. What is published goes before avatars, whose owners take turns.
   * 415 when it cannot be decoded, costs over half a minute of work or is a bomb; 503 when the machine does not get to
   * it, also because it ends the work or the site stops; 507 when the disk is full.
   */
  render(path: string, newPath: () => string, avatar?: Avatar): Promise<RenderedImage>
  /** Writes the picture at `path` with all its frames as a GIF to the path `gif`. Refuses as `render` does. */
  toGif(path: string, gif: string): Promise<void>
  close(): void
}

const workerFile = fileURLToPath(new URL('image-worker.ts', import.meta.url))
const refuseConnections = fileURLToPath(new URL('../egress/refuse-all.ts', import.meta.url))
const limits = { longestCpuMs: 30_000, longestMs: 5 * 60_000, avatarCpuMs: 3_000 }
// Sent by people and by systems that are short of memory; what a picture breaks ends by other signals.
const fromOutside = new Set<NodeJS.Signals | null>(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL'])
const idleMs = 60_000
/** Pictures that wait for their turn; more are refused. */
const published: Bounds = { rank: 0, perOwner: 1, waitingPerOwner: 19 }
const avatars: Bounds = { rank: 1, perOwner: 1, waitingPerOwner: 1, waitingPerRank: 40 }
const closed: RenderResponse = { ok: false, reason: 'ended', detail: 'the site is stopping' }

const unreadable = () =>
  new Refusal(415, 'unsupported_media', 'This picture could not be read. Please try another file.')

const tooManyPictures = () =>
  unavailable('Too many pictures are being worked on. Please try again in a minute.')

const notNow = () => unavailable('This picture could not be worked on now. Please try again in a moment.')

const avatarTooLarge = () =>
  new Refusal(
    415,
    'unsupported_media',
    'This picture is too large for a profile picture: please choose a smaller one.',
  )

type Refused = Exclude<Extract<RenderResponse, { ok: false }>['reason'], 'failed'>
const refusals: Record<Refused, () => Refusal> = {
  unreadable,
  too_costly: unreadable,
  crashed: unreadable,
  too_slow: notNow,
  ended: notNow,
  too_large: () =>
    new Refusal(
      415,
      'unsupported_media',
      'This picture is too large: the limit is 50 megapixels (120 for JPEG) and 30,000 pixels a side.',
    ),
  too_many_frames: () =>
    new Refusal(
      415,
      'unsupported_media',
      'This animation is too large: the limit is 3,000 frames, and 2,000 megapixels in all of them together.',
    ),
  storage_full: storageFull,
}

/**
 * Pictures are rendered one at a time in a child process of low priority: in this process they would starve the
 * serving of files, and nothing but ending the process stops an encoder. The child ends after an idle minute,
 * because it holds much memory, and with its parent.
 */
export function openImages(options: { log: FastifyBaseLogger } & Partial<typeof limits>): Images {
  const { log, longestCpuMs, longestMs, avatarCpuMs } = { ...limits, ...options }
  let child: ChildProcess | null = null
  let idle: NodeJS.Timeout | undefined
  const turns = openFairQueue(1)
  let isClosed = false

  const worker = () => {
    clearTimeout(idle)
    if (child?.connected && child.exitCode === null && child.signalCode === null) return child
    const made = fork(workerFile, [], {
      env: {},
      execArgv: ['--import', refuseConnections],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    made.unref()
    made.channel?.unref()
    made.on('error', (error) => log.error({ err: error }, 'the image process could not start'))
    child = made
    return made
  }
  const stop = () => {
    child?.kill('SIGKILL')
    child = null
  }
  const rest = () => {
    clearTimeout(idle)
    idle = setTimeout(stop, idleMs).unref()
  }

  const ask = (asking: Sizes | AsGif, bounds: { longestCpuMs: number }) =>
    new Promise<RenderResponse>((resolve) => {
      const asked = worker()
      const finish = (answer: RenderResponse) => {
        clearTimeout(deadline)
        asked.off('message', onMessage).off('exit', onExit)
        resolve(answer)
      }
      let lastWord: RenderResponse | null = null
      const onExit = (code: number | null, by: NodeJS.Signals | null) =>
        finish(
          lastWord ?? {
            ok: false,
            reason: fromOutside.has(by) ? 'ended' : 'crashed',
            detail: `the image process ended with ${code ?? by}`,
          },
        )
      // Answered only when the process is gone: until then it may still write.
      const endWith = (answer: RenderResponse) => {
        lastWord = answer
        asked.kill('SIGKILL')
      }
      const onMessage = (message: unknown) => {
        if (!isRenderResponse(message)) return
        if (!message.ok && message.reason === 'too_costly') endWith(message)
        else finish(message)
      }
      const deadline = setTimeout(
        () => endWith({ ok: false, reason: 'too_slow', detail: `no answer for ${longestMs} ms` }),
        longestMs,
      )
      asked.on('message', onMessage).once('exit', onExit)
      asked.send({ ...asking, ...bounds }, (error) => {
        if (error) finish({ ok: false, reason: 'failed', detail: error.message })
      })
    })

  const answerTo = async (asking: Sizes | AsGif, bounds: { longestCpuMs: number }) => {
    const answer = isClosed ? closed : await ask(asking, bounds)
    if (!isClosed) rest()
    return answer
  }

  const renderNow = async (path: string, newPath: () => string, avatar: Avatar | undefined) => {
    const outputs = Array.from({ length: sizeCount }, newPath)
    const asking = avatar ? { path, outputs, side: avatar.side } : { path, outputs }
    const answer = await answerTo(asking, { longestCpuMs: avatar ? avatarCpuMs : longestCpuMs })
    if (answer.ok && answer.image) return answer.image
    for (const output of outputs) await rm(output, { force: true })
    throw refusalOf(answer, avatar)
  }

  const refusalOf = (answer: RenderResponse, avatar?: Avatar) => {
    if (answer.ok) return new Error('the image process answered something else')
    const { reason, detail } = answer
    if (reason === 'crashed') log.error({ reason, detail }, 'a picture ended the image process')
    else log.info({ reason, detail }, 'a picture was refused')
    if (reason === 'failed') return new Error(`the image process failed: ${detail}`)
    return avatar && (reason === 'too_costly' || reason === 'too_large')
      ? avatarTooLarge()
      : refusals[reason]()
  }

  const inTurn = async <Made>(make: () => Promise<Made>, avatar?: Avatar) => {
    const turn = avatar ? turns.take(avatar.ownerId, avatars) : turns.take('published', published)
    if (!turn) throw tooManyPictures()
    const done = await turn
    try {
      return await make()
    } finally {
      done()
    }
  }

  return {
    render: (path, newPath, avatar) => inTurn(() => renderNow(path, newPath, avatar), avatar),
    toGif: (path, gif) =>
      inTurn(async () => {
        const answer = await answerTo({ path, gif }, { longestCpuMs })
        if (!answer.ok) throw refusalOf(answer)
      }),
    close() {
      isClosed = true
      clearTimeout(idle)
      stop()
    },
  }
}
