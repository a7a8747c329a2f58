import type { Page } from './club.ts'

/**
 * Runs in the page: returns animations, and transitions that an interaction would start, longer than
 * `seenMs`.
 */
function movements(seenMs: number): string[] {
  const running = document.getAnimations().flatMap(({ effect, playState }) => {
    const isSeen = playState === 'running' && Number(effect?.getComputedTiming().endTime ?? 0) > seenMs
    return isSeen && effect instanceof KeyframeEffect
      ? [`${effect.target?.outerHTML.slice(0, 100)} moves`]
      : []
  })
  const would = [...document.querySelectorAll('*')].filter((element) =>
    [null, '::before', '::after'].some((pseudo) => {
      const style = getComputedStyle(element, pseudo)
      const times = [
        ...(style.transitionProperty === 'none' ? [] : style.transitionDuration.split(',')),
        ...(style.animationName === 'none' ? [] : style.animationDuration.split(',')),
      ]
      return times.some((time) => Number.parseFloat(time) * 1000 > seenMs)
    }),
  )
  const isSmooth = getComputedStyle(document.documentElement).scrollBehavior === 'smooth'
  return [
    ...running,
    ...would.map((element) => `${element.outerHTML.slice(0, 100)} would move`),
    ...(isSmooth ? ['the page scrolls smoothly'] : []),
  ]
}

/** Returns movements over 10 ms on a page with reduced motion. */
export async function motionProblems(page: Page): Promise<string[]> {
  const found = await page.evaluate(movements, 10)
  return found.map((movement) => `reduced motion: ${movement}`)
}
