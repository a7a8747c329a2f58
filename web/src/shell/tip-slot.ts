import type { ComponentType } from 'react'

/**
 * What the tips feature puts into the frame. It is mounted once in the top bar (`place: 'bar'`, always there,
 * also on phones where it should draw nothing but keep its dialog) and once in the open drawer (`place:
 * 'drawer'`, gone when the drawer closes; it calls `closeDrawer` before it opens the dialog of the other).
 */
export type TipSlot = ComponentType<
  { place: 'bar'; closeDrawer?: never } | { place: 'drawer'; closeDrawer: () => void }
>
