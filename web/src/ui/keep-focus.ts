import { focusHeading, isFocusLost } from './focus-return.ts'

/** The grace period in which other code, such as a closing dialog, may move the focus itself. */
const settleMs = 50

/** The targets for a lost focus: the ancestors of the element that had it. */
const parts = 'li, ul, ol, form, article, section, [role="dialog"], [role="alertdialog"]'

// React hides suspended content by style.
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

/** Makes an element focusable for as long as it has the focus. */
function lend(element: HTMLElement) {
  if (!element.hasAttribute('tabindex')) {
    element.tabIndex = -1
    element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true })
  }
  element.focus({ preventScroll: true })
}

/**
 * Keeps the focus on the page: when the focused element is removed, hidden or disabled, its nearest ancestor
 * gets the focus, else the heading. An element that is enabled again gets it back.
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
      // The element is still focusable, so the user moved the focus away.
      else last = null
      return
    }
    last.wasTaken = false
    const part = last.around.find(canHaveFocus)
    if (part) {
      standIn = part
      lend(part)
    } else focusHeading()
  }
  const lookSoon = () => {
    // A fast response may enable the button again first.
    if (last?.element.matches(':disabled')) last.wasTaken = true
    if (last && (standIn || isFocusLost())) timer ??= setTimeout(look, settleMs)
  }
  const note = ({ target }: Pick<FocusEvent, 'target'>) => {
    if (target === standIn || !(target instanceof HTMLElement)) return
    // Every move of the focus starts the timer. The next loss has a grace period of its own.
    clearTimeout(timer)
    timer = undefined
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
