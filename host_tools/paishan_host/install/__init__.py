"""From the sources to a controller: compiling, bundles, flash images, uploading."""
