// How a till finds its server in the network: DNS-SD (RFC 6763) over multicast DNS (RFC 6762), by IPv4.

export const SERVICE = '_tindahan._tcp.local';
export const MULTICAST_GROUP = '224.0.0.251';
export const MULTICAST_PORT = 5353;
/** Every router drops what has travelled further than one network (RFC 6762, 11). */
export const MULTICAST_TTL = 255;
