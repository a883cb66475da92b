// Nothing but the precompiled headers of the tests, which need a source.
