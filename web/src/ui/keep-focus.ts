import { focusHeading, isFocusLost } from './focus-return.ts'

/** So long whatever acts on its own, as a dialog that closes, may find the next place for the focus itself. */
const settleMs = 50

/** What a lost focus goes to: the part of the page around what had it. */
const parts = 'li, ul, ol, form, article, section, [role="dialog"], [role="alertdialog"]'

// React hides by style what waits for its next version.
const isHidden = (element: Element) =>
  element.closest('[hidden]') !== null || ('checkVisibility' in element && !element.checkVisibility())

const canHaveFocus = (element: Element) =>
  element.isConnected && !element.matches(':disabled') && !isHidden(element)

function partsAround(element: Element) {
  const around: HTMLElement[] = []
  let part = element.parentElement?.closest<HTMLElement>(parts)
  while (part) {
    around.push(part)
    part = part.parentElement?.closest<HTMLElement>(parts)
  }
  return around
}

/** Focuses something that usually cannot have the focus, until it goes on. */
function lend(element: HTMLElement) {
  if (!element.hasAttribute('tabindex')) {
    element.tabIndex = -1
    element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true })
  }
  element.focus({ preventScroll: true })
}

/**
 * Keeps the focus on the page: where the element that had it is removed, hidden or disabled, the nearest part of the
 * page around it that is left gets the focus, else the page's heading. An element that is enabled again gets it back.
 * Answers how to stop.
 */
export function keepFocus(): () => void {
  let last: { element: HTMLElement; around: HTMLElement[]; wasTaken: boolean } | null = null
  let standIn: Element | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  const look = () => {
    timer = undefined
    if (!last) return
    if (standIn && document.activeElement === standIn) {
      if (canHaveFocus(last.element)) last.element.focus({ preventScroll: true })
      return
    }
    if (!isFocusLost()) return
    if (canHaveFocus(last.element)) {
      if (last.wasTaken) last.element.focus({ preventScroll: true })
      // It could have kept the focus: whoever uses the page put it down.
      else last = null
      return
    }
    last.wasTaken = false
    const part = last.around.find(canHaveFocus)
    if (!part) return focusHeading()
    standIn = part
    lend(part)
  }
  const lookSoon = () => {
    // A quick answer enables the button again before anything is looked for.
    if (last?.element.matches(':disabled')) last.wasTaken = true
    if (last && (standIn || isFocusLost())) timer ??= setTimeout(look, settleMs)
  }
  const note = ({ target }: Pick<FocusEvent, 'target'>) => {
    if (target === standIn || !(target instanceof HTMLElement)) return
    standIn = null
    last = { element: target, around: partsAround(target), wasTaken: false }
  }

  const observer = new MutationObserver(lookSoon)
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled', 'hidden', 'style'],
  })
  if (!isFocusLost()) note({ target: document.activeElement })
  document.addEventListener('focusin', note)
  document.addEventListener('focusout', lookSoon)
  return () => {
    clearTimeout(timer)
    observer.disconnect()
    document.removeEventListener('focusin', note)
    document.removeEventListener('focusout', lookSoon)
  }
}
