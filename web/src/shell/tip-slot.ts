import type { ComponentType } from 'react'

/**
 * The slot of the tips feature in the frame. It is mounted in the top bar (`place: 'bar'`), always, even on phones, where
 * it renders only its dialog; and in the open drawer (`place: 'drawer'`), where it calls `closeDrawer` before it opens
 * that dialog.
 */
export type TipSlot = ComponentType<
  { place: 'bar'; closeDrawer?: never } | { place: 'drawer'; closeDrawer: () => void }
>
