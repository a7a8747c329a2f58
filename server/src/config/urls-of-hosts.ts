const manyHosts = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?#]*,[^/?#]*)(.*)$/s

/** The URL of each host of `postgres://user@first,second:5433/club`, in that order. One host: the URL itself. */
export function urlsOfHosts(url: string): string[] {
  const [, before, hosts, after] = manyHosts.exec(url) ?? []
  return hosts === undefined ? [url] : hosts.split(',').map((host) => `${before}${host}${after}`)
}
