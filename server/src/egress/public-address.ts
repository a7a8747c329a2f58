import { BlockList, isIPv6 } from 'node:net'

const nearby = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  nearby.addSubnet(network, prefix, 'ipv4')
  // What a gateway between IPv6 and IPv4 turns into it (RFC 6052).
  nearby.addSubnet(`64:ff9b::${network}`, 96 + prefix, 'ipv6')
}
for (const [network, prefix] of [
  ['::', 96],
  // Gateways take IPv4 addresses out of these, too.
  ['::ffff:0:0:0', 96],
  ['64:ff9b:1::', 48],
  ['2001::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 9],
  ['ff00::', 8],
] as const)
  nearby.addSubnet(network, prefix, 'ipv6')

/** Whether an IP address is public: neither this machine nor a private network. */
export const isPublicAddress = (address: string): boolean =>
  !nearby.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
