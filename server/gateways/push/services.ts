/** The push services of browsers, and where messages may be sent. */
import { lookup as lookUp } from 'node:dns';
import { BlockList, type LookupFunction } from 'node:net';

/** Hosts; with a leading dot also all names below. */
const SERVICES = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '.push.services.mozilla.com',
  '.notify.windows.com',
  'web.push.apple.com',
  '.push.apple.com',
] as const;

const MOST_LETTERS = 2000;

/**
 * The service of an endpoint, as metrics name it; null where nothing may be sent to.
 * @param testHosts - as `127.0.0.1:4002`, with plain HTTP
 */
export function serviceOf(endpoint: string, testHosts: readonly string[]): string | null {
  if (endpoint.length > MOST_LETTERS || !/^[!-~]+$/.test(endpoint) || !URL.canParse(endpoint)) return null;
  const { protocol, host, hostname, port, username, password } = new URL(endpoint);
  if (username || password) return null;
  if (testHosts.includes(host)) return host;
  if (protocol !== 'https:' || port !== '') return null;
  return SERVICES.find((name) => (name.startsWith('.') ? hostname.endsWith(name) : hostname === name)) ?? null;
}

const reserved = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  reserved.addSubnet(network, bits, 'ipv4');
// Teredo and 6to4 lead to IPv4 addresses; the third is for documentation.
for (const [network, bits] of [
  ['2001::', 32],
  ['2002::', 16],
  ['2001:db8::', 32],
] as const)
  reserved.addSubnet(network, bits, 'ipv6');
const global = new BlockList();
global.addSubnet('2000::', 3, 'ipv6');

export function isPublicAddress(address: string, family: number): boolean {
  if (family === 4) return !reserved.check(address, 'ipv4');
  return global.check(address, 'ipv6') && !reserved.check(address, 'ipv6');
}

/** Looks up a host for one connection, which uses no other than these addresses; fails if one of them is not public. */
export const lookUpPublic: LookupFunction = (hostname, options, callback) => {
  lookUp(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, []);
    const isPublic = addresses.every(({ address, family }) => isPublicAddress(address, family));
    const [first] = addresses;
    if (!isPublic || !first)
      return callback(Object.assign(new Error('not a public address'), { code: 'ENOTPUBLIC' }), []);
    if (options.all) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};
