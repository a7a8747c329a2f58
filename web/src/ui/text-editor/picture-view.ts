import type { NodeViewConstructor } from 'prosemirror-view'
import { partOf } from './document.ts'

/** A picture of the post, which can stand in its text. */
export type TextPicture = { id: string; url: string; alt: string }

/** The pictures that the editor can show, as lines of their ids and addresses. */
export const linesOf = (pictures: readonly TextPicture[]): string =>
  pictures.map(({ id, url }) => `${id} ${url}`).join('\n')

/** Shows the pictures of a text from these lines, and words in the place of one that was removed. */
export const pictureView =
  (lines: string): NodeViewConstructor =>
  ({ attrs }) => {
    const [, address] =
      lines
        .split('\n')
        .find((line) => line.startsWith(`${partOf(attrs)} `))
        ?.split(' ') ?? []
    const dom = document.createElement('span')
    dom.className = 'rounded-control'
    dom.style.display = 'inline-block'
    if (address) {
      const image = document.createElement('img')
      image.src = address
      image.alt = String(attrs['alt'] ?? '')
      image.className = 'rounded-control'
      image.style.maxHeight = '18rem'
      dom.append(image)
    } else {
      dom.className += ' bg-bench p-3 text-sm text-muted'
      dom.textContent = 'This picture was removed.'
    }
    return {
      dom,
      selectNode: () => (dom.style.outline = '3px solid currentcolor'),
      deselectNode: () => (dom.style.outline = ''),
    }
  }
