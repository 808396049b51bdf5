# The image of the package that `npm pack` made; only the base image is downloaded.
# docs/ci.md says how to build and run it. The base image has not been tried.
FROM node:24-slim
ADD alias-sandbox-*.tgz /opt/
RUN ["ln", "-s", "/opt/package/dist/bin.cjs", "/usr/local/bin/alias-sandbox"]
ENV ALIAS_SANDBOX_HOST=0.0.0.0
USER node
EXPOSE 25427
HEALTHCHECK --interval=5s --timeout=5s --start-period=30s CMD ["alias-sandbox", "wait", "--timeout", "3s"]
ENTRYPOINT ["alias-sandbox"]
