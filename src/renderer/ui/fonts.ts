// Bundled, so that every till renders the same; Inter's latin-ext file contains the peso sign.
import '@fontsource-variable/inter/wght.css';
import '@fontsource/dejavu-mono/latin-400.css';
import '@fontsource/dejavu-mono/latin-700.css';
