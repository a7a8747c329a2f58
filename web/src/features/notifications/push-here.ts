import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { addPush, pushKey, removePush } from '@touchline/contract/notifications.ts'
import { ApiError } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { cacheResponse } from '#api/stale-reads.ts'
import { settingsQuery } from './requests.ts'

/** On an iPhone, only a site on the home screen gets push messages. */
export type PushHere = 'none' | 'home screen first' | 'refused' | 'on' | 'off'

const workerAddress = '/worker.js'

const isApplePhone = () => /iPhone|iPad|iPod/.test(navigator.userAgent)

const hasPush = () =>
  'serviceWorker' in navigator && 'PushManager' in window && typeof Notification !== 'undefined'

async function subscriptionHere(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration(workerAddress)
  return (await registration?.pushManager.getSubscription()) ?? null
}

const isReady = async () =>
  hasPush() && Notification.permission === 'granted' && (await subscriptionHere()) !== null

/** Whether the subscription was registered in this session; the server deletes it with the previous one. */
const registeredQuery = queryOptions({
  queryKey: ['push-registered'],
  queryFn: async () => {
    await hand()
    return true
  },
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
})

/** Registers an existing subscription again, once per session, if the person wants push messages. */
export async function refreshPush(client: QueryClient): Promise<void> {
  if (!(await isReady())) return
  const { push } = await client.ensureQueryData(settingsQuery)
  if (push) await client.ensureQueryData(registeredQuery)
}

async function pushHere(client: QueryClient): Promise<PushHere> {
  if (!hasPush()) return isApplePhone() ? 'home screen first' : 'none'
  if (Notification.permission === 'denied') return 'refused'
  if (!(await isReady())) return 'off'
  // The server only sends to registered subscriptions.
  const isRegistered = await refreshPush(client).then(
    () => true,
    () => false,
  )
  return isRegistered ? 'on' : 'off'
}

export const pushHereQuery = queryOptions({
  queryKey: ['push-here'],
  queryFn: ({ client }) => pushHere(client),
  // The permission may change in the browser's settings.
  staleTime: 0,
  refetchOnWindowFocus: true,
})

const bytesOf = (key: string) =>
  Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))

const isSameKey = (one: ArrayBuffer | null, other: Uint8Array) =>
  one !== null && new Uint8Array(one).every((byte, place) => byte === other[place])

/** Subscribes this browser and registers it with the server. */
async function hand(): Promise<void> {
  const applicationServerKey = bytesOf((await call(pushKey)).publicKey)
  await navigator.serviceWorker.register(workerAddress)
  const { pushManager } = await navigator.serviceWorker.ready
  const before = await pushManager.getSubscription()
  // A reinstalled site has a different key.
  if (before && !isSameKey(before.options.applicationServerKey, applicationServerKey))
    await before.unsubscribe()
  const register = async () => {
    const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
    const { endpoint = '', keys } = subscription.toJSON()
    await call(addPush, {
      body: { endpoint, keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' } },
    })
  }
  try {
    await register()
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 409)) throw error
    // The push service ended the subscription that this browser still has.
    await (await pushManager.getSubscription())?.unsubscribe()
    await register()
  }
}

/** Asks for permission and subscribes this browser. Returns the new status. */
async function turnOn(client: QueryClient): Promise<PushHere> {
  if (!hasPush()) return pushHere(client)
  if ((await Notification.requestPermission()) !== 'granted') return pushHere(client)
  await hand()
  client.setQueryData(registeredQuery.queryKey, true)
  return 'on'
}

async function turnOff(client: QueryClient): Promise<PushHere> {
  if (!hasPush()) return pushHere(client)
  const subscription = await subscriptionHere()
  if (subscription) {
    await call(removePush, { body: { endpoint: subscription.endpoint } })
    await subscription.unsubscribe()
  }
  client.removeQueries(registeredQuery)
  return pushHere(client)
}

export function usePushHere() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (isOn: boolean) => (isOn ? turnOn(client) : turnOff(client)),
    onSuccess: (now) => cacheResponse(client, pushHereQuery.queryKey, now),
  })
}
