import { type ChildProcess, fork } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyBaseLogger } from 'fastify'
import { Refusal, unavailable } from '#errors.ts'
import { type Bounds, openFairQueue } from '#limits/concurrency.ts'
import { storageFull } from './storage-errors.ts'
import {
  type AsGif,
  isRenderResponse,
  type RenderResponse,
  type RenderedImage,
  sizeCount,
  type Sizes,
} from './image-work.ts'

/** An avatar is cropped to a square of at most `side` pixels. */
export type Avatar = { side: number; ownerId: string }

/** Whose turn a picture takes. */
type Turn = Avatar | { ownerId: string | null }

/** Renders pictures in a separate process. */
export type Images = {
  /**
   * The caller stores or discards the files at `newPath()`. Posts go before avatars, and people take turns. Throws 415
   * for a picture that cannot be decoded or costs too much, 503 when interrupted or too busy, 507 when the disk is
   * full.
   */
  render(path: string, newPath: () => string, turn?: Turn): Promise<RenderedImage>
  /** Writes the picture at `path` with all its frames as a GIF to the path `gif`. Refuses as `render` does. */
  toGif(path: string, gif: string): Promise<void>
  close(): void
}

const workerFile = fileURLToPath(new URL('image-worker.ts', import.meta.url))
const refuseConnections = fileURLToPath(new URL('../egress/refuse-all.ts', import.meta.url))
const limits = { maxCpuMs: 30_000, maxMs: 5 * 60_000, avatarCpuMs: 3_000 }
// Signals sent from outside, by people or the OOM killer. A picture that crashes the process causes others.
const externalSignals = new Set<NodeJS.Signals | null>(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL'])
const idleMs = 60_000
/** Limits of waiting pictures; more are rejected. */
const published: Bounds = { rank: 0, perOwner: 1, waitingPerOwner: 19, waitingPerRank: 100 }
const avatars: Bounds = { rank: 1, perOwner: 1, waitingPerOwner: 1, waitingPerRank: 40 }
const closed: RenderResponse = { ok: false, reason: 'ended', detail: 'the site is stopping' }

const unreadable = () =>
  new Refusal(415, 'unsupported_media', 'This picture could not be read. Please try another file.')

const tooManyPictures = () =>
  unavailable('Too many pictures are being worked on. Please try again in a minute.', undefined, 60)

const tryLater = () => unavailable('This picture could not be worked on now. Please try again in a moment.')

const avatarTooLarge = () =>
  new Refusal(
    415,
    'unsupported_media',
    'This picture is too large for a profile picture: please choose a smaller one.',
  )

type FailureReason = Exclude<Extract<RenderResponse, { ok: false }>['reason'], 'failed'>
const refusals: Record<FailureReason, () => Refusal> = {
  unreadable,
  too_costly: unreadable,
  crashed: unreadable,
  too_slow: tryLater,
  ended: tryLater,
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
 * Renders one picture at a time in a low-priority child process, which ends after an idle minute. Here it would
 * starve file serving, and an encoder can only be stopped by killing its process.
 */
export function openImages(options: { log: FastifyBaseLogger } & Partial<typeof limits>): Images {
  const { log, maxCpuMs, maxMs, avatarCpuMs } = { ...limits, ...options }
  let child: ChildProcess | null = null
  let idle: NodeJS.Timeout | undefined
  const turns = openFairQueue(1)
  let isClosed = false

  const worker = () => {
    clearTimeout(idle)
    if (child?.connected && child.exitCode === null && child.signalCode === null) return child
    const started = fork(workerFile, [], {
      env: {},
      execArgv: ['--import', refuseConnections],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    started.unref()
    started.channel?.unref()
    started.on('error', (error) => log.error({ err: error }, 'starting the image process failed'))
    child = started
    return started
  }
  const stop = () => {
    child?.kill('SIGKILL')
    child = null
  }
  const startIdleTimer = () => {
    clearTimeout(idle)
    idle = setTimeout(stop, idleMs).unref()
  }

  const request = (input: Sizes | AsGif, bounds: { maxCpuMs: number }) =>
    new Promise<RenderResponse>((resolve) => {
      const target = worker()
      const finish = (response: RenderResponse) => {
        clearTimeout(deadline)
        target.off('message', onMessage).off('exit', onExit)
        resolve(response)
      }
      let finalResponse: RenderResponse | null = null
      const onExit = (code: number | null, by: NodeJS.Signals | null) =>
        finish(
          finalResponse ?? {
            ok: false,
            reason: externalSignals.has(by) ? 'ended' : 'crashed',
            detail: `the image process ended with ${code ?? by}`,
          },
        )
      // Respond only after the process has exited; until then it may still write files.
      const endWith = (response: RenderResponse) => {
        finalResponse = response
        target.kill('SIGKILL')
      }
      const onMessage = (message: unknown) => {
        if (!isRenderResponse(message)) return
        if (!message.ok && message.reason === 'too_costly') endWith(message)
        else finish(message)
      }
      const deadline = setTimeout(
        () => endWith({ ok: false, reason: 'too_slow', detail: `no response for ${maxMs} ms` }),
        maxMs,
      )
      target.on('message', onMessage).once('exit', onExit)
      target.send({ ...input, ...bounds }, (error) => {
        if (error) finish({ ok: false, reason: 'failed', detail: error.message })
      })
    })

  const answerTo = async (input: Sizes | AsGif, bounds: { maxCpuMs: number }) => {
    const response = isClosed ? closed : await request(input, bounds)
    if (!isClosed) startIdleTimer()
    return response
  }

  const renderNow = async (path: string, newPath: () => string, avatar: Avatar | undefined) => {
    const outputs = Array.from({ length: sizeCount }, newPath)
    const input = avatar ? { path, outputs, side: avatar.side } : { path, outputs }
    const response = await answerTo(input, { maxCpuMs: avatar ? avatarCpuMs : maxCpuMs })
    if (response.ok && response.image) return response.image
    for (const output of outputs) await rm(output, { force: true })
    throw refusalOf(response, avatar)
  }

  const refusalOf = (response: RenderResponse, avatar?: Avatar) => {
    if (response.ok) return new Error('the image process answered something else')
    const { reason, detail } = response
    if (reason === 'crashed') log.error({ reason, detail }, 'a picture crashed the image process')
    else log.info({ reason, detail }, 'a picture was rejected')
    if (reason === 'failed') return new Error(`the image process failed: ${detail}`)
    return avatar && (reason === 'too_costly' || reason === 'too_large')
      ? avatarTooLarge()
      : refusals[reason]()
  }

  const inTurn = async <Made>(make: () => Promise<Made>, turn: Turn = { ownerId: null }) => {
    const isAvatar = 'side' in turn
    const owner = `${isAvatar ? 'avatar' : 'post'} ${turn.ownerId}`
    const made = turns.run(owner, isAvatar ? avatars : published, make)
    if (!made) throw tooManyPictures()
    return made
  }

  return {
    render: (path, newPath, turn) =>
      inTurn(() => renderNow(path, newPath, turn && 'side' in turn ? turn : undefined), turn),
    toGif: (path, gif) =>
      inTurn(async () => {
        const response = await answerTo({ path, gif }, { maxCpuMs })
        if (!response.ok) throw refusalOf(response)
      }),
    close() {
      isClosed = true
      clearTimeout(idle)
      stop()
    },
  }
}
