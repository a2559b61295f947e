// The till's own configuration without the renderer.
import config from '../../../electron.vite.config.ts';

const { main, preload } = config as Record<'main' | 'preload', object>;
export default { main, preload };
