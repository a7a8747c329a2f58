import { accept, decline } from '#pages/authentication.ts'
import { failAction, keepProcessing } from '#resources/paying.ts'
import type { Page, Choice } from './page.ts'

const slowSeconds = 180

const slowly =
  (succeeds: boolean): Choice['decide'] =>
  (world, intent, method) => {
    if (intent.object === 'setup_intent') (succeeds ? accept : decline)(world, intent, method)
    else keepProcessing(world, intent, world.now() + slowSeconds, succeeds)
  }

// Nobody answered the request.
const expire: Choice['decide'] = (world, intent, method) => {
  if (intent.object === 'setup_intent') decline(world, intent, method)
  else failAction(world, intent, method, true)
}

export const cashAppPage: Page = {
  method: 'cashapp',
  heading: 'Cash App Pay test page',
  explain: (what) => `Cash App would now ask you to confirm ${what}. This is a test: no money moves.`,
  choices: [
    { value: 'authorize', label: 'Authorize', isMain: true, decide: accept },
    { value: 'slowly', label: 'Authorize slowly', decide: slowly(true) },
    { value: 'slowly_fail', label: 'Authorize slowly, then fail', decide: slowly(false) },
    { value: 'expire', label: 'Expire', decide: expire },
    { value: 'decline', label: 'Decline', decide: decline },
  ],
}
