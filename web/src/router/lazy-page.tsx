import { type ComponentType, use } from 'react'

type Preload = { preload?: (() => Promise<unknown> | undefined) | undefined }
export type RouteComponent<Props = {}> = ComponentType<Props> & Preload

/** Whether a chunk is missing, because a new version was deployed. */
export const isMissing = (error: unknown): error is TypeError =>
  error instanceof TypeError && /imported module|module script/.test(error.message)

/** Reloads the site once for each missing chunk. Returns whether it does. */
function reloadOnce({ message }: Error): boolean {
  const name = `reloaded:${message}`
  if (sessionStorage.getItem(name)) return false
  sessionStorage.setItem(name, '1')
  window.location.reload()
  return true
}

/** Loads a component on demand. Unlike React's `lazy`, it renders synchronously after preloading. */
export function lazyPage<Name extends string, Props extends object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): RouteComponent<Props> {
  let loaded: ComponentType<Props> | undefined
  let failure: { error: unknown } | undefined
  let loading: Promise<void> | undefined

  async function fetchComponent() {
    failure = undefined
    try {
      loaded = (await load())[name]
    } catch (error) {
      failure = { error }
    }
    loading = undefined
  }

  const preload = () => (loaded ? undefined : (loading ??= fetchComponent()))

  function Page(props: Props) {
    'use no memo'
    if (failure) {
      if (!import.meta.env.SSR && isMissing(failure.error) && reloadOnce(failure.error))
        use(new Promise<never>(() => {}))
      throw failure.error
    }
    const pending = preload()
    if (pending) use(pending)
    const Loaded = loaded
    return Loaded ? <Loaded {...props} /> : null
  }

  return Object.assign(Page, { preload })
}
