import type { Media } from '@touchline/contract/media.ts'
import { languageName } from './language-name.ts'

type Props = Pick<Media, 'captions'> & {
  /** Language names are slow to look up and only show while the video plays. */
  isOpen: boolean
}

export function TrackList({ captions, isOpen }: Props) {
  return captions.map(({ url, language }) => (
    <track
      key={language}
      kind="captions"
      src={url}
      srcLang={language}
      label={isOpen ? languageName(language) : undefined}
    />
  ))
}
