import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { addPush, pushKey, removePush } from '@touchline/contract/notifications.ts'
import { call } from '#api/call.ts'

/**
 * How push messages stand in this browser: it has none at all, on an iPhone only from the home screen; its person
 * refused them; it takes them; or it could.
 */
export type PushHere = 'none' | 'home screen first' | 'refused' | 'on' | 'off'

const workerAddress = '/push-worker.js'

const isApplePhone = () => /iPhone|iPad|iPod/.test(navigator.userAgent)

const hasPush = () =>
  'serviceWorker' in navigator && 'PushManager' in window && typeof Notification !== 'undefined'

async function subscriptionHere(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration(workerAddress)
  return (await registration?.pushManager.getSubscription()) ?? null
}

async function pushHere(): Promise<PushHere> {
  if (!hasPush()) return isApplePhone() ? 'home screen first' : 'none'
  if (Notification.permission === 'denied') return 'refused'
  return Notification.permission === 'granted' && (await subscriptionHere()) ? 'on' : 'off'
}

export const pushHereQuery = queryOptions({
  queryKey: ['push-here'],
  queryFn: pushHere,
  // The person may change it in the browser's own settings.
  staleTime: 0,
  refetchOnWindowFocus: true,
})

const bytesOf = (key: string) =>
  Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))

const isSameKey = (one: ArrayBuffer | null, other: Uint8Array) =>
  one !== null && new Uint8Array(one).every((byte, place) => byte === other[place])

/** Asks the person, and lets the site send to this browser. Answers how it stands then. */
async function turnOn(): Promise<PushHere> {
  if (!hasPush()) return pushHere()
  if ((await Notification.requestPermission()) !== 'granted') return pushHere()
  const applicationServerKey = bytesOf((await call(pushKey)).publicKey)
  await navigator.serviceWorker.register(workerAddress)
  const { pushManager } = await navigator.serviceWorker.ready
  const before = await pushManager.getSubscription()
  // A site that was set up anew signs with another key.
  if (before && !isSameKey(before.options.applicationServerKey, applicationServerKey))
    await before.unsubscribe()
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
  const { endpoint = '', keys } = subscription.toJSON()
  await call(addPush, {
    body: { endpoint, keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' } },
  })
  return 'on'
}

/** Lets the site send nothing more to this browser. */
async function turnOff(): Promise<PushHere> {
  if (!hasPush()) return pushHere()
  const subscription = await subscriptionHere()
  if (subscription) {
    await call(removePush, { body: { endpoint: subscription.endpoint } })
    await subscription.unsubscribe()
  }
  return pushHere()
}

/** Turns push messages on or off in this browser. */
export function usePushHere() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (isOn: boolean) => (isOn ? turnOn() : turnOff()),
    onSuccess: (now) => client.setQueryData(pushHereQuery.queryKey, now),
  })
}
