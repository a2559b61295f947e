import path from 'node:path';
import { bucketPlace } from './bucket-place.ts';
import { folderPlace } from './folder-place.ts';
import type { Place } from './place.ts';

/** Returns the place that a command names: a folder, or `s3://bucket/prefix` with its key in the environment, as other S3 programs take it. */
export function namedPlace(text: string, env: NodeJS.ProcessEnv): Place {
  const [, bucket, prefix = ''] = /^s3:\/\/([^/]+)\/?(.*?)\/*$/.exec(text) ?? [];
  // npm runs its scripts in the project's folder.
  if (bucket === undefined) return folderPlace(path.resolve(env.INIT_CWD ?? '.', text));
  const { AWS_ACCESS_KEY_ID: keyId, AWS_SECRET_ACCESS_KEY: secret } = env;
  if (!keyId || !secret)
    throw new Error('Name the key of the bucket in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.');
  const region = env.AWS_REGION || env.AWS_DEFAULT_REGION || 'us-east-1';
  const endpoint = env.AWS_ENDPOINT_URL || `https://s3.${region}.amazonaws.com`;
  if (!URL.canParse(endpoint))
    throw new Error('AWS_ENDPOINT_URL is an address such as https://s3.eu-west-1.amazonaws.com');
  return bucketPlace({ endpoint: endpoint.replace(/\/+$/, ''), region, bucket, prefix, keyId, secret });
}
