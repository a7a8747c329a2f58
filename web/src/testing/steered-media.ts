type State = {
  currentTime: number
  duration: number
  paused: boolean
  playbackRate: number
  readyState: number
}

/** Gives a media element a state that the test sets: the test's browser plays nothing. */
export function steerMedia(element: HTMLMediaElement, given: Partial<State> = {}) {
  const state: State = {
    currentTime: 0,
    duration: 600,
    paused: true,
    playbackRate: 1,
    readyState: 4,
    ...given,
  }
  for (const name of Object.keys(state))
    Object.defineProperty(element, name, {
      get: () => Reflect.get(state, name),
      set(value: unknown) {
        Reflect.set(state, name, value)
      },
    })
  const turn = (isPaused: boolean, ...events: string[]) => {
    state.paused = isPaused
    for (const name of events) element.dispatchEvent(new Event(name))
  }
  Object.assign(element, {
    load() {},
    play: async () => turn(false, 'play', 'playing'),
    pause: () => turn(true, 'pause'),
  })
  return state
}
