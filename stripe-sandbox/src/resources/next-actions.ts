import { createHmac } from 'node:crypto'

import type { Kinds } from '#engine/wire.ts'
import type { World } from '#engine/world.ts'

/** A token for this id and use that only this sandbox can make. */
export function pageToken(world: World, use: string, id: string): string {
  return createHmac('sha256', world.store.fact('page_key') ?? '')
    .update(`${use}:${id}`)
    .digest('base64url')
}

type NextAction = NonNullable<Kinds['payment_intent']['next_action']>

/** The customer's next page: 3-D Secure for cards, the wallet's page for Cash App. */
export function redirectTo(world: World, id: string, type: string, returnUrl: string | null): NextAction {
  const page = type === 'card' ? '3ds' : 'cashapp'
  const url = `${world.publicUrl()}/${page}/${id}?t=${pageToken(world, 'page', id)}`
  if (type === 'card') return { type: 'redirect_to_url', redirect_to_url: { url, return_url: returnUrl } }
  return {
    type: 'cashapp_handle_redirect_or_display_qr_code',
    cashapp_handle_redirect_or_display_qr_code: {
      hosted_instructions_url: url,
      mobile_auth_url: url,
      qr_code: {
        expires_at: world.now() + 3600,
        image_url_png: `${world.publicUrl()}/assets/cashapp.svg`,
        image_url_svg: `${world.publicUrl()}/assets/cashapp.svg`,
      },
    },
  }
}
