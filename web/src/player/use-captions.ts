import type { Media } from '@touchline/contract/media.ts'
import { useEffect, useState } from 'react'
import { bestLanguage, saveChoices, savedChoices } from './choices.ts'

const isCue = (cue: TextTrackCue): cue is VTTCue => cue instanceof VTTCue

/** Returns the selected language (null for none), the current text and a setter. The choice is stored. */
export function useCaptions(element: HTMLMediaElement | null, captions: Media['captions']) {
  const [choices, setChoices] = useState(savedChoices)
  const [cues, setCues] = useState<VTTCue[]>([])
  const there = captions.map(({ language }) => language)
  const best = bestLanguage(there, choices.captions)
  const shown = choices.hasCaptions ? best : null
  const isThere = shown !== null && there.includes(shown)
  useEffect(() => {
    if (!element || !isThere) return undefined
    const tracks = [...element.textTracks].filter(({ kind }) => kind === 'captions')
    const track = tracks.find(({ language }) => language === shown)
    if (!track) return undefined
    const say = () => setCues([...(track.activeCues ?? [])].filter(isCue))
    // The browser does not render them, so that our controls never cover them.
    track.mode = 'hidden'
    const drawByBrowser = () => (track.mode = 'showing')
    const drawOurselves = () => (track.mode = 'hidden')
    track.addEventListener('cuechange', say)
    // In full screen, iPhones use the native player.
    element.addEventListener('webkitbeginfullscreen', drawByBrowser)
    element.addEventListener('webkitendfullscreen', drawOurselves)
    return () => {
      track.removeEventListener('cuechange', say)
      element.removeEventListener('webkitbeginfullscreen', drawByBrowser)
      element.removeEventListener('webkitendfullscreen', drawOurselves)
      track.mode = 'disabled'
      setCues([])
    }
  }, [element, shown, isThere])

  const choose = (language: string | null) => {
    const change = { hasCaptions: language !== null, captions: language ?? choices.captions }
    setChoices({ ...choices, ...change })
    saveChoices(change)
  }
  return { shown, cues, choose, toggle: () => choose(shown === null ? best : null) }
}
