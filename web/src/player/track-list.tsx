import type { Media } from '@touchline/contract/media.ts'
import { languageName } from './language-name.ts'

type Props = Pick<Media, 'captions'> & {
  /** Only a playing video can show the native menu with language names, which are slow to look up. */
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
