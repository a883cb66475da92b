# How everything of ours is compiled: language level, warnings as errors, sanitizers, ccache.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)

option(PAYLINK_SANITIZE "Build with AddressSanitizer and UndefinedBehaviorSanitizer" OFF)
# See docs/decisions/0035-the-sanitized-build-skips-four-pointer-checks.md.
option(PAYLINK_POINTER_CHECKS "With the sanitizers: also check alignment, sizes and types behind pointers" OFF)
option(PAYLINK_FAILPOINTS "Compile the places where a test may let things go wrong" OFF)
option(PAYLINK_PLANTED_BUGS "Compile the bugs that the simulation must find" OFF)

option(PAYLINK_FUZZ "Instrument everything for libFuzzer; needs Clang" OFF)

add_library(paylink_build_flags INTERFACE)
target_include_directories(paylink_build_flags INTERFACE ${PROJECT_SOURCE_DIR})
target_compile_options(paylink_build_flags INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -Werror)
if(PAYLINK_SANITIZE)
  # CAF 0.17 binds references to null in two of its headers, harmlessly; so the null check stays off.
  set(unchecked -fno-sanitize=null)
  if(NOT PAYLINK_POINTER_CHECKS)
    set(unchecked -fno-sanitize=null,alignment,object-size,pointer-overflow,vptr)
  endif()
  set(sanitizers -fsanitize=address,undefined ${unchecked} -fno-sanitize-recover=undefined -fno-omit-frame-pointer)
  target_compile_options(paylink_build_flags INTERFACE ${sanitizers})
  target_link_options(paylink_build_flags INTERFACE ${sanitizers})
  # With the extra code of the sanitizers GCC 12 suspects the standard library itself.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(paylink_build_flags INTERFACE -Wno-maybe-uninitialized)
  endif()
endif()
if(PAYLINK_FUZZ)
  target_compile_options(paylink_build_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()

# Copies of some sources that hold bugs, made when CMake runs; their folder comes before that of the product.
if(PAYLINK_PLANTED_BUGS)
  set(PAYLINK_PLANTED_FOLDER ${CMAKE_BINARY_DIR}/planted)
  include(${PROJECT_SOURCE_DIR}/tests/simulation/bugs/plant_bugs.cmake)
  plant_bugs(${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/tests/simulation/bugs ${PAYLINK_PLANTED_FOLDER})
  file(GLOB bug_files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/simulation/bugs/*.bugs)
  set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${bug_files} ${planted_into})
  target_include_directories(paylink_build_flags BEFORE INTERFACE ${PAYLINK_PLANTED_FOLDER})
  # A copy says that its lines are those of the product's source: its unnamed types then seem to come from a header.
  target_compile_options(paylink_build_flags INTERFACE -Wno-subobject-linkage)
endif()

# GCC 12 guesses about the flow of optimized code, and is wrong about strings inside std::variant; the sanitizers know.
if(NOT PAYLINK_SANITIZE AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(paylink_build_flags INTERFACE -Wno-maybe-uninitialized -Wno-array-bounds -Wno-restrict -Wno-stringop-overflow -Wno-stringop-overread)
endif()

# Eight sources compile as one, which halves the time of a whole build: what they include and instantiate is done once.
option(CMAKE_UNITY_BUILD "Compile several sources as one; off, a change of one source compiles that one alone" ON)
set(CMAKE_UNITY_BUILD_BATCH_SIZE 8 CACHE STRING "How many")
if(CMAKE_UNITY_BUILD AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # A type of an unnamed namespace then seems to come from a header.
  target_compile_options(paylink_build_flags INTERFACE -Wno-subobject-linkage)
endif()

find_program(CCACHE ccache)
if(CCACHE)
  # What one checkout has compiled, another on this machine need not: paths are known from the top of the project.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=1
      CCACHE_SLOPPINESS=pch_defines,time_macros ${CCACHE})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    add_compile_options(-fpch-preprocess)
  endif()
endif()
find_program(MOLD ld.mold)
if(MOLD)
  add_link_options(-fuse-ld=mold)
endif()
